"""Denoiser for two half-sample renders: feature-guided non-local means with first-order regression
(Bitterli et al. 2016). The work is done in C, which is compiled once into .cache; gcc must be installed."""

import ctypes, os, subprocess
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))

SOURCE = r"""
#include <math.h>
#include <stdlib.h>
#include <string.h>
#define S 32
#define XB 256
static void pass(int W,int H,const float*X,const float*Y,const float*V,const float*F,int NF,float*out,int R,int P,float k){
  const int n=NF+1, NT=n*(n+1)/2; const int side=2*R+1, NS=side*side; const size_t HW=(size_t)W*H;
  #pragma omp parallel for schedule(dynamic,1)
  for(int y0=0;y0<H;y0+=S){
    int y1=y0+S<H?y0+S:H, rows=y1-y0;
    float*wt=malloc(sizeof(float)*(size_t)NS*S*W); float*d=malloc(sizeof(float)*(size_t)(S+2*P)*W), *col=malloc(sizeof(float)*W);
    for(int s=0;s<NS;s++){
      int dy=s/side-R, dx=s%side-R;
      for(int r=0;r<rows+2*P;r++){
        int y=y0+r-P; if(y<0)y=0; if(y>=H)y=H-1; int yq=y+dy; if(yq<0)yq=0; if(yq>=H)yq=H-1;
        float*dr=d+(size_t)r*W; int xa=dx<0?-dx:0, xb=dx>0?W-dx:W;
        for(int x=0;x<W;x++)dr[x]=0;
        for(int c=0;c<3;c++){ const float*xp=X+c*HW+(size_t)y*W,*xq=X+c*HW+(size_t)yq*W+dx,*vp=V+c*HW+(size_t)y*W,*vq=V+c*HW+(size_t)yq*W+dx;
          for(int x=xa;x<xb;x++){ float t=xp[x]-xq[x]; float m=vp[x]<vq[x]?vp[x]:vq[x]; dr[x]+=(t*t-(vp[x]+m))/(1e-7f+k*k*(vp[x]+vq[x])); } }
        for(int x=0;x<xa;x++)dr[x]=dr[xa]; for(int x=xb;x<W;x++)dr[x]=dr[xb-1];
      }
      for(int r=0;r<rows;r++){ float*w=wt+((size_t)s*S+r)*W; int yq=y0+r+dy;
        if(yq<0||yq>=H){memset(w,0,sizeof(float)*W);continue;}
        for(int x=0;x<W;x++)col[x]=0;
        for(int j=0;j<=2*P;j++){const float*dr=d+(size_t)(r+j)*W; for(int x=0;x<W;x++)col[x]+=dr[x];}
        float inv=1.f/(3.f*(2*P+1)*(2*P+1));
        for(int x=0;x<W;x++){ float a=0; for(int j=-P;j<=P;j++){int xx=x+j; xx=xx<0?0:(xx>=W?W-1:xx); a+=col[xx];} a*=inv; a=a<0?0:a; w[x]=expf(-a); }
        for(int x=0;x<W;x++) if(x+dx<0||x+dx>=W) w[x]=0;
      }
    }
    float*acc=malloc(sizeof(float)*(NT+3*n)*XB), *f=malloc(sizeof(float)*n*XB);
    for(int r=0;r<rows;r++) for(int x0=0;x0<W;x0+=XB){
      int nb=W-x0<XB?W-x0:XB, y=y0+r; memset(acc,0,sizeof(float)*(NT+3*n)*XB);
      for(int s=0;s<NS;s++){ int dy=s/side-R, dx=s%side-R, yq=y+dy; if(yq<0||yq>=H)continue;
        const float*w=wt+((size_t)s*S+r)*W+x0; int a=0,b=nb; if(x0+a+dx<0)a=-(x0+dx); if(x0+b+dx>W)b=W-dx-x0; if(a>=b)continue;
        size_t p=(size_t)y*W+x0,q=(size_t)yq*W+x0+dx;
        for(int x=a;x<b;x++)f[x]=w[x];
        for(int i=0;i<NF;i++){const float*fp=F+i*HW+p,*fq=F+i*HW+q; float*g=f+(i+1)*XB; for(int x=a;x<b;x++)g[x]=fq[x]-fp[x];}
        int t=0;
        for(int i=0;i<n;i++){ float wf[XB]; const float*g=f+i*XB; if(i==0)for(int x=a;x<b;x++)wf[x]=w[x]; else for(int x=a;x<b;x++)wf[x]=w[x]*g[x];
          for(int j=0;j<=i;j++){ float*ac=acc+t*XB; t++; if(j==0)for(int x=a;x<b;x++)ac[x]+=wf[x]; else {const float*h=f+j*XB; for(int x=a;x<b;x++)ac[x]+=wf[x]*h[x];} }
          for(int c=0;c<3;c++){const float*yq_=Y+c*HW+q; float*ac=acc+(NT+c*n+i)*XB; for(int x=a;x<b;x++)ac[x]+=wf[x]*yq_[x];} }
      }
      for(int x=0;x<nb;x++){ double L[12][12]; int t=0; for(int i=0;i<n;i++)for(int j=0;j<=i;j++){L[i][j]=acc[t*XB+x];t++;}
        double w0=L[0][0]; for(int i=1;i<n;i++)L[i][i]+=1e-3*w0; L[0][0]+=1e-6;
        for(int i=0;i<n;i++)for(int j=0;j<=i;j++){double v=L[i][j]; for(int m=0;m<j;m++)v-=L[i][m]*L[j][m]; if(i==j)L[i][i]=sqrt(v>1e-12?v:1e-12); else L[i][j]=v/L[j][j];}
        for(int c=0;c<3;c++){ double z[12]; for(int i=0;i<n;i++){double v=acc[(NT+c*n+i)*XB+x]; for(int m=0;m<i;m++)v-=L[i][m]*z[m]; z[i]=v/L[i][i];}
          for(int i=n-1;i>=0;i--){double v=z[i]; for(int m=i+1;m<n;m++)v-=L[m][i]*z[m]; z[i]=v/L[i][i];}
          double mean=acc[(NT+c*n)*XB+x]/(w0+1e-6); double v=z[0]; if(!(v>=0))v=mean; if(v>mean*3+.05)v=mean*3+.05; out[c*HW+(size_t)y*W+x0+x]+=0.5f*(float)v; }
      }
    }
    free(acc);free(f);free(wt);free(d);free(col);
  }
}
// cross-filtered halves kept apart: o1 = B under weights from A, o2 = A under weights from B (input of a second, gentler round)
void halves(int W,int H,const float*A,const float*B,const float*V,const float*F,int NF,float*o1,float*o2,int R,int P,float k){
  memset(o1,0,sizeof(float)*3*(size_t)W*H); memset(o2,0,sizeof(float)*3*(size_t)W*H); pass(W,H,A,B,V,F,NF,o1,R,P,k); pass(W,H,B,A,V,F,NF,o2,R,P,k);
  for(size_t i=0;i<3*(size_t)W*H;i++){o1[i]*=2;o2[i]*=2;}
}
void denoise(int W,int H,const float*A,const float*B,const float*V,const float*F,int NF,float*out,int R,int P,float k){
  memset(out,0,sizeof(float)*3*(size_t)W*H); pass(W,H,A,B,V,F,NF,out,R,P,k); pass(W,H,B,A,V,F,NF,out,R,P,k);
}
"""


def library():
    path = os.path.join(HERE, '.cache', 'denoise.so')
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        command = [
            'gcc',
            '-O3',
            '-march=native',
            '-ffast-math',
            '-fopenmp',
            '-shared',
            '-fPIC',
            '-x',
            'c',
            '-',
            '-o',
            path,
            '-lm',
        ]
        subprocess.run(command, input=SOURCE.encode(), check=True)
    return ctypes.CDLL(path)


def planes(x):
    return np.ascontiguousarray(x.transpose(2, 0, 1).astype(np.float32))


def pixels(x):
    return np.ascontiguousarray(x.transpose(1, 2, 0))


def pointer(x):
    return x.ctypes.data_as(ctypes.c_void_p)


def halves(a, b, variance, features, radius, patch, k):
    """a, b: the halves (height, width, 3) in a compressed domain; gives each back, denoised with the other's weights"""
    h, w = a.shape[:2]
    A, B, V, F = planes(a), planes(b), planes(variance), planes(features)
    first, second = np.zeros_like(A), np.zeros_like(A)
    library().halves(
        w,
        h,
        pointer(A),
        pointer(B),
        pointer(V),
        pointer(F),
        F.shape[0],
        pointer(first),
        pointer(second),
        radius,
        patch,
        ctypes.c_float(k),
    )
    return pixels(first), pixels(second)


def denoise(a, b, variance, features, radius, patch, k):
    """the second pass: one picture from the two denoised halves"""
    h, w = a.shape[:2]
    A, B, V, F = planes(a), planes(b), planes(variance), planes(features)
    out = np.zeros_like(A)
    library().denoise(
        w, h, pointer(A), pointer(B), pointer(V), pointer(F), F.shape[0], pointer(out), radius, patch, ctypes.c_float(k)
    )
    return pixels(out)
